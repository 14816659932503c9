import { type ReactNode, useId } from 'react'

type SettingRowProps = { title: string; text: ReactNode; textId?: string; children: ReactNode }

/** A setting with what it does, and its control. */
export const SettingRow = ({ title, text, textId, children }: SettingRowProps) => (
  <div className="setting">
    <div>
      <h3>{title}</h3>
      <p className="setting-text" id={textId}>
        {text}
      </p>
    </div>
    <div>{children}</div>
  </div>
)

type SettingSwitchProps = Omit<SettingRowProps, 'textId' | 'children'> & {
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  words?: readonly [on: string, off: string]
}

/** A setting that is on or off. */
export function SettingSwitch({ title, text, isOn, onSwitch, words = ['On', 'Off'] }: SettingSwitchProps) {
  const textId = useId()
  return (
    <SettingRow title={title} text={text} textId={textId}>
      <label className="setting-switch">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox says by itself whether it is checked
          role="switch"
          aria-label={title}
          aria-describedby={textId}
          checked={isOn}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
        <span aria-hidden="true">{words[isOn ? 0 : 1]}</span>
      </label>
    </SettingRow>
  )
}
