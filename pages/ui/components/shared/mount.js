// How a component lives. make(parentElement) : what stands there, {update(data, setTriggerValue), remove()}.
export function component(make) {
  const made = new WeakMap();
  return ({ data, parentElement, setTriggerValue }) => {
    if (!made.has(parentElement)) made.set(parentElement, make(parentElement));
    made.get(parentElement).update(data, setTriggerValue);
    return () => {
      // Streamlit also cleans up after a call that newer data overtakes, before or after the newer call: what is on the page
      // stays, with its focus and what is half done.
      if (parentElement.isConnected) return;
      made.get(parentElement)?.remove();
      made.delete(parentElement);
    };
  };
}
