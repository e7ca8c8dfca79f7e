import {
  type ComponentPropsWithoutRef,
  createElement,
  type ForwardRefExoticComponent,
  forwardRef,
  type ReactNode,
  type RefAttributes,
} from 'react';

/** The elements that parts may render. */
interface Elements {
  details: HTMLDetailsElement;
  div: HTMLDivElement;
  dl: HTMLDListElement;
  li: HTMLLIElement;
  span: HTMLSpanElement;
  table: HTMLTableElement;
  ul: HTMLUListElement;
}

type Attributes<Tag extends keyof Elements> = ComponentPropsWithoutRef<Tag>;

/** A part: an element with a `data-slot` that accepts all its attributes and a `ref`. */
export type Part<
  Tag extends keyof Elements,
  Own extends object = object,
> = ForwardRefExoticComponent<Attributes<Tag> & Own & RefAttributes<Elements[Tag]>>;

/** The attributes of a part's element; `null` renders nothing. */
export type Made<Tag extends keyof Elements> =
  | (Attributes<Tag> & { [name: `data-${string}`]: string | undefined })
  | null;

/**
 * Creates a part. `use` may call hooks; it maps the props to attributes: its own first, then the
 * caller's, which therefore win.
 */
export function createPart<Tag extends keyof Elements, Own extends object = object>(
  tag: Tag,
  slot: string,
  use: (props: Attributes<Tag> & Own) => Made<Tag>,
): Part<Tag, Own> {
  const Component = forwardRef<unknown, object>((props, ref): ReactNode => {
    const made = use(props as Attributes<Tag> & Own);
    return made && createElement(tag, { 'data-slot': slot, ...made, ref });
  });
  Component.displayName = slot;
  return Component;
}
