import {
  type ComponentPropsWithoutRef,
  createElement,
  type ForwardRefExoticComponent,
  forwardRef,
  type ReactNode,
  type RefAttributes,
} from 'react';

/** Elements that parts are made of. */
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

/** A part: an element with a `data-slot` that takes every attribute of it, `ref` included. */
export type Part<
  Tag extends keyof Elements,
  Own extends object = object,
> = ForwardRefExoticComponent<Attributes<Tag> & Own & RefAttributes<Elements[Tag]>>;

/** What a part adds to the attributes that it is given; `null`: it has nothing to show. */
export type Made<Tag extends keyof Elements> =
  | (Attributes<Tag> & { [name: `data-${string}`]: string | undefined })
  | null;

/**
 * Makes a part. `use` may call hooks; it gets all props and gives the attributes: its own first,
 * then those of the caller, so that the caller's win.
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
