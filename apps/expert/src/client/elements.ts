type Attributes = Readonly<Record<string, string | boolean>>

/** Makes an element; an attribute that is false is left out. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes))
    if (value !== false) element.setAttribute(key, value === true ? '' : value)
  element.append(...children)
  return element
}

export const byId = (id: string): HTMLElement | null => document.getElementById(id)
