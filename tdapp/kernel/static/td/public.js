// A public page: fresh by itself, light or dark by choice.
import "./look.js";
import "./poll.js";
import "./now.js";
