// How a component lives: its script's mount(parentElement) gives {update(data, setTriggerValue), remove()}.

const mounted = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  if (!mounted.has(parentElement)) mounted.set(parentElement, mount(parentElement));
  mounted.get(parentElement).update(data, setTriggerValue);
  return () => {
    // Streamlit also cleans up after a call that newer data overtakes, before or after the newer call: what is on the page
    // stays, with its focus and what is half done.
    if (parentElement.isConnected) return;
    mounted.get(parentElement)?.remove();
    mounted.delete(parentElement);
  };
}
