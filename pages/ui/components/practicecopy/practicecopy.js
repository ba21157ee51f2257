// A button that copies a link of this site. data.link : its address from here, data.text : what the button says.
import { copied, element } from "../shared/dom.js";
import { component } from "../shared/mount.js";

export default component((parentElement) => {
  const button = element("button.copy", { type: "button" });
  parentElement.append(button);
  return {
    update({ link, text }) {
      button.textContent = text;
      button.onclick = async () => {
        if (!await copied(new URL(link, location.href).href)) return;
        button.textContent = "Copied";
        setTimeout(() => (button.textContent = text), 1500);
      };
    },
    remove: () => button.remove(),
  };
});
