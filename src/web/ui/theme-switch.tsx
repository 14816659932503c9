import { chooseScheme } from '#web/lib/color-scheme.ts'
import { useColorScheme } from '#web/lib/use-color-scheme.ts'
import { MonitorIcon, MoonIcon, SunIcon } from './icons.tsx'

const choices = [
  { value: 'auto', label: 'System', Icon: MonitorIcon },
  { value: 'light', label: 'Light', Icon: SunIcon },
  { value: 'dark', label: 'Dark', Icon: MoonIcon },
] as const

/** Light, dark, or the system's scheme; stored in a cookie. */
export function ThemeSwitch() {
  const chosen = useColorScheme()
  return (
    <fieldset className="theme-switch">
      <legend className="visually-hidden">Colour scheme</legend>
      {choices.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen === value}
          aria-label={`${label} colours`}
          data-tooltip={`${label} colours`}
          onClick={() => chooseScheme(value)}
        >
          <Icon size={16} />
        </button>
      ))}
    </fieldset>
  )
}
