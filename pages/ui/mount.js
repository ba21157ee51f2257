// How a component lives: its script's mount(parentElement) gives {calls: 0, update(data, setTriggerValue), remove()}.

const mounted = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  if (!mounted.has(parentElement)) mounted.set(parentElement, mount(parentElement));
  const part = mounted.get(parentElement);
  part.update(data, setTriggerValue);
  const call = ++part.calls;
  return () => {
    // Streamlit also cleans up after a call that newer data has overtaken: then nothing is taken down.
    if (call !== part.calls) return;
    part.remove();
    mounted.delete(parentElement);
  };
}
