// The path of its host under which the referee is: "" mostly, "/referee" for https://club.example/referee/.
export const ROOT = document.documentElement.dataset.root ?? "";
