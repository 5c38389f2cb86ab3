import { HOME_TEXT_MAX, HOME_TITLE_MAX, type HomeDocument } from "#contract/site/homepage";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field } from "../../../ui/field.tsx";
import { TextArea, TextInput } from "../../../ui/text-input.tsx";

type Hero = HomeDocument["hero"];

interface HeroFieldsProps {
  hero: Hero;
  problems: Record<string, string>;
  onChange: (hero: Hero) => void;
}

export function HeroFields({ hero, problems, onChange }: HeroFieldsProps) {
  const change = (part: Partial<Hero>) => onChange({ ...hero, ...part });
  return (
    <div className="grid gap-5">
      <Field label="Headline" required error={problems["hero.title"]}>
        <TextInput
          maxLength={HOME_TITLE_MAX}
          autoComplete="off"
          value={hero.title}
          onChange={(event) => change({ title: event.target.value })}
        />
      </Field>
      <Field label="Text" optional error={problems["hero.text"]}>
        <TextArea
          rows={3}
          maxLength={HOME_TEXT_MAX}
          value={hero.text}
          onChange={(event) => change({ text: event.target.value })}
        />
      </Field>
      <LinkFields
        name="First button"
        path="hero.primary"
        link={hero.primary}
        problems={problems}
        onChange={(primary) => change({ primary })}
      />
      <OptionalLink
        name="Second button"
        path="hero.secondary"
        link={hero.secondary}
        problems={problems}
        onChange={(secondary) => change({ secondary })}
      />
    </div>
  );
}

type Link = Hero["primary"];

interface LinkFieldsProps<Value> {
  name: string;
  /** Path of the link in the validation messages. */
  path: string;
  link: Value;
  problems: Record<string, string>;
  onChange: (link: Value) => void;
}

function LinkFields({ name, path, link, problems, onChange }: LinkFieldsProps<Link>) {
  return (
    <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
      <Field label={`${name} text`} required error={problems[`${path}.label`]}>
        <TextInput
          maxLength={40}
          autoComplete="off"
          value={link.label}
          onChange={(event) => onChange({ ...link, label: event.target.value })}
        />
      </Field>
      <Field label={`${name} link`} required error={problems[`${path}.href`]}>
        <TextInput
          maxLength={300}
          autoComplete="off"
          placeholder="/Marketplace"
          value={link.href}
          onChange={(event) => onChange({ ...link, href: event.target.value })}
        />
      </Field>
    </div>
  );
}

export function OptionalLink({ name, path, link, problems, onChange }: LinkFieldsProps<Link | null>) {
  return (
    <div>
      <Checkbox
        checked={link !== null}
        onChange={(event) => onChange(event.target.checked ? { label: "", href: "" } : null)}
      >
        {name}
      </Checkbox>
      {link ? <LinkFields name={name} path={path} link={link} problems={problems} onChange={onChange} /> : null}
    </div>
  );
}
