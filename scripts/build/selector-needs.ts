import type { Selector, SelectorComponent } from 'lightningcss'

// Set before the first paint, or changed by a visitor without any script.
const scheme = new Set(['data-mantine-color-scheme', 'data-scheme', 'data-ready'])

function namesOf(component: SelectorComponent): string[] {
  if (component.type === 'class') return [`.${component.name}`]
  if (component.type === 'attribute')
    return component.name.startsWith('data-') && !scheme.has(component.name) ? [`[${component.name}`] : []
  // The classes in `:not(…)` must be absent, and any one of several alternatives is enough: neither is required.
  if (component.type !== 'pseudo-class' || (component.kind !== 'is' && component.kind !== 'where')) return []
  const [only, ...others] = component.selectors
  return only && others.length === 0 ? needsOf(only) : []
}

/** Classes and `data-` attributes that a markup must contain for the selector to match anything in it. */
export const needsOf = (selector: Selector): string[] => [...new Set(selector.flatMap(namesOf))]
