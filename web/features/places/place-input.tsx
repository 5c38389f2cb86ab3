import { useQuery } from "@tanstack/react-query";
import { MapPin } from "lucide-react";
import { type Ref, useDeferredValue, useId } from "react";
import { placeText } from "#domain/places/place-name";
import { TextInput } from "../../ui/text-input.tsx";
import { findPlaces } from "./places.ts";

const QUERY_MIN = 2;

interface PlaceInputProps {
  value: string;
  onChange: (value: string) => void;
  inputRef?: Ref<HTMLInputElement>;
  placeholder?: string;
}

/** Place input by name or postcode, with suggestions while typing. Accepts any text. */
export function PlaceInput({
  value,
  onChange,
  inputRef,
  placeholder = "Suburb or postcode",
  ...field
}: PlaceInputProps) {
  const list = useId();
  const query = useDeferredValue(value.trim());
  const { data } = useQuery({
    queryKey: ["places", query.toLowerCase()],
    queryFn: ({ signal }) => findPlaces(query, signal),
    enabled: query.length >= QUERY_MIN,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
    retry: false,
  });
  return (
    <>
      <TextInput
        {...field}
        ref={inputRef}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        list={list}
        maxLength={60}
        autoComplete="off"
        placeholder={placeholder}
        before={<MapPin className="size-4.5" />}
        className="pl-10! [&::-webkit-calendar-picker-indicator]:hidden!"
      />
      <datalist id={list}>
        {data?.items.map((place) => (
          <option key={placeText(place)} value={placeText(place)} />
        ))}
      </datalist>
    </>
  );
}
