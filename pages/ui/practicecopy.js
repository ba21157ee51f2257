// A button that copies a link of this site. data.link : its address from here, data.text : what the button says.

export default function ({ data, parentElement }) {
  const button = parentElement.querySelector("button") ?? element("button", { type: "button", className: "copy" });
  if (!button.isConnected) parentElement.append(button);
  button.textContent = data.text;
  button.onclick = async () => {
    const address = new URL(data.link, location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = data.text), 1500);
    } catch {
      prompt("Copy this link:", address); // no clipboard without https
    }
  };
}
