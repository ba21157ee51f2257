"""What waits to be sent when a quick click ends the run of a fragment."""

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_cache import create_reference_msg, populate_hash_if_needed
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue


def test_nothing_of_an_ended_run_is_sent_without_its_container():
    queue = ForwardMsgQueue()
    for path, kind in (([0, 1], "add_block"), ([0, 1, 0], "new_element")):
        message = ForwardMsg(metadata={"delta_path": path}, delta={"fragment_id": "moving"})
        getattr(message.delta, kind).SetInParent()
        if kind == "new_element":
            message.delta.new_element.html.body = "a tree of 1 MB" * 70_000
        populate_hash_if_needed(message)  # as Streamlit does before it sends a reference to what the browser has
        queue.enqueue(create_reference_msg(message) if message.metadata.cacheable else message)
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=["moving"])
    assert queue.is_empty()
