import { useMantineColorScheme } from '@mantine/core'
import { MonitorIcon, MoonIcon, SunIcon } from './icons.tsx'

const choices = [
  { value: 'auto', label: 'System', Icon: MonitorIcon },
  { value: 'light', label: 'Light', Icon: SunIcon },
  { value: 'dark', label: 'Dark', Icon: MoonIcon },
] as const

/** Light, dark, or as the system has it; kept in a cookie. */
export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <fieldset className="theme-switch">
      <legend className="visually-hidden">Colour scheme</legend>
      {choices.map(({ value, label, Icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={colorScheme === value}
          aria-label={`${label} colours`}
          data-tooltip={`${label} colours`}
          onClick={() => setColorScheme(value)}
        >
          <Icon size={16} />
        </button>
      ))}
    </fieldset>
  )
}
