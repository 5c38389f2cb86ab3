import { Places } from "#domain/places/places";
import table from "../../domain/places/places.txt";

export const places = new Places(table);
