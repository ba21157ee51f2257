// One thing to do in a while: asked for anew, it waits anew. Nothing is done any more when a signal is aborted.
export function timer(signal) {
  let id;
  const stop = () => {
    clearTimeout(id);
    id = undefined;
  };
  signal?.addEventListener("abort", stop);
  return {
    stop,
    waits: () => id !== undefined,
    set(act, ms) {
      stop();
      id = setTimeout(() => {
        id = undefined;
        act();
      }, ms);
    },
  };
}
