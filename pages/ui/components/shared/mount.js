// How a component lives. make(send, signal) : {root, update(data)}, what stands there, if anything, and what it does
// with a message. send(event, value) : tells the server. signal : aborted when the component leaves the page.
// A message carries its number too, so that the same once more is one more message.
export function component(make) {
  const made = new WeakMap();

  function begin(parentElement) {
    const end = new AbortController(), own = { end, sent: 0 };
    own.one = make((...told) => own.send(told[0], [told[1], ++own.sent]), end.signal);
    if (own.one.root) {
      own.one.root.translate = false; // it is full of data; what is not has a root of its own
      parentElement.append(own.one.root);
    }
    return own;
  }

  return ({ data, parentElement, setTriggerValue }) => {
    const own = made.get(parentElement) ?? begin(parentElement);
    made.set(parentElement, own);
    own.send = setTriggerValue;
    own.one.update(data);
    return () => {
      // Streamlit also cleans up after a call that newer data overtakes, before or after the newer call: what is on the
      // page stays, with its focus and what is half done.
      if (parentElement.isConnected) return;
      made.delete(parentElement);
      own.end.abort();
      own.one.root?.remove();
    };
  };
}
