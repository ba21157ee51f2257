// What Streamlit is given of a component: its script is fetched, and what could not be is asked for once more by a
// button.
// address : where it lies (declare.py).
const address = new URL("ADDRESS", document.baseURI);
let tries = 0, show;

async function load() {
  address.search = tries++ || ""; // a browser may keep in mind that an address has failed
  show ??= (await import(address.href)).default;
}

function missing(given) {
  const root = document.createElement("div"), button = document.createElement("button");
  let end = () => root.remove();
  root.role = "alert";
  button.className = "framed";
  button.textContent = "Try again";
  button.onclick = () =>
    load().then(() => {
      if (!root.isConnected) return;
      root.remove();
      end = show(given);
    }, () => {});
  root.append("This part of the page could not be fetched. ", button);
  given.parentElement.append(root);
  return () => end();
}

await load().catch(() => {});
export default (given) => (show ?? missing)(given);
