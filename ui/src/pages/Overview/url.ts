import { first, type Search } from "../../model/search";

/** In which order the services stand. */
export type ServiceOrder = "worst" | "name";

export const readServiceOrder = (search: Search): ServiceOrder => (first(search.order) === "name" ? "name" : "worst");
