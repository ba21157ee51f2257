// A button that copies a link of this site. data.link : its address from here, data.text : what the button says.
import { copied, framed } from "stage/base/dom.js";
import { component } from "../shared/mount.js";

export default component(() => {
  const root = framed("");
  return {
    root,
    update({ link, text }) {
      root.textContent = text;
      root.onclick = async () => {
        if (!await copied(new URL(link, location.href).href)) return;
        root.textContent = "Copied";
        setTimeout(() => (root.textContent = text), 1500);
      };
    },
  };
});
