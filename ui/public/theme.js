// Runs before the first paint, so that a dark screen never flashes white. src/model/preferences.ts keeps it afterwards.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem("weir.theme");
  } catch {
    // Storage may be forbidden: the system's choice serves.
  }
  const dark = choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
