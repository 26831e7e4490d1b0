// [data-share] with two links: [data-share-text] and [data-share-picture]. One tap opens the phone's own share sheet;
// where there is none (an address without https has none) the text is copied and the pictures are saved. Without scripts
// both are plain links.
import { copy, toast } from "./lib.js";

async function textOf(link) {
  const answer = await fetch(link.href);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.text();
}

async function picture(address, part) {
  const where = new URL(address, location.href);
  if (part > 1) where.searchParams.set("part", part);
  const answer = await fetch(where);
  if (!answer.ok) throw new Error(String(answer.status));
  const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? "picture.png";
  return { file: new File([await answer.blob()], name, { type: "image/png" }), parts: Number(answer.headers.get("X-Parts") || 1) };
}

async function pictures(address) {
  const first = await picture(address, 1);
  const files = [first.file];
  for (let part = 2; part <= first.parts; part += 1) files.push((await picture(address, part)).file);
  return files;
}

function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

async function shareText(link, box) {
  const text = await textOf(link);
  if (navigator.share) return navigator.share({ title: box.dataset.title, text });
  if (!copy(text)) throw new Error("not copied");
  return toast("ok", box.dataset.copied);
}

async function sharePicture(link, box) {
  const files = await pictures(link.href);
  if (navigator.canShare?.({ files })) return navigator.share({ files, title: box.dataset.title });
  files.forEach(save);
  return toast("ok", box.dataset.kept);
}

async function tapped(event) {
  const link = event.target.closest("[data-share-text], [data-share-picture]");
  const box = link?.closest("[data-share]");
  if (!box || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (box.hasAttribute("data-busy")) return;
  box.setAttribute("data-busy", "");
  try {
    await (link.hasAttribute("data-share-text") ? shareText : sharePicture)(link, box);
  } catch (error) {
    // Closed by the person: nothing to say. Anything else: the plain link still works.
    if (error.name !== "AbortError") location.assign(link.href);
  } finally {
    box.removeAttribute("data-busy");
  }
}

document.addEventListener("click", tapped);
