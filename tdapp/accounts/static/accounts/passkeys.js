// A form that needs an answer of a passkey: the question stands in it, the browser asks its owner, the answer is sent.
const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

// The library writes binary values as base64url; browsers want them as bytes.
function asked(options) {
  const key = { ...options, challenge: bytes(options.challenge) };
  if (key.user) key.user = { ...key.user, id: bytes(key.user.id) };
  for (const name of ["excludeCredentials", "allowCredentials"])
    if (key[name]) key[name] = key[name].map((one) => ({ ...one, id: bytes(one.id) }));
  return key;
}

function answer(found) {
  const response = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"])
    if (found.response[name]) response[name] = text(found.response[name]);
  return JSON.stringify({ id: found.id, rawId: text(found.rawId), type: found.type, response });
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  const field = form.querySelector("[name=answer]");
  form.addEventListener("submit", async (event) => {
    if (field.value) return;
    event.preventDefault();
    form.querySelector("[data-failed]").hidden = true;
    try {
      const publicKey = asked(JSON.parse(form.dataset.options).publicKey);
      const found = await navigator.credentials[form.dataset.passkey]({ publicKey });
      field.value = answer(found);
      form.requestSubmit();
    } catch {
      form.querySelector("[data-failed]").hidden = false;
    }
  });
}
