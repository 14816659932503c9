import { type ReactNode, useId } from 'react'

type SettingRowProps = { title: string; text: ReactNode; textId?: string; children: ReactNode }

/** A setting with its description and its control. */
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
  /** Disables the switch; the text says why. */
  isFixed?: boolean
  words?: readonly [on: string, off: string]
}

/** An on/off setting. */
export function SettingSwitch(props: SettingSwitchProps) {
  const { title, text, isOn, onSwitch, isFixed = false, words = ['On', 'Off'] } = props
  const textId = useId()
  return (
    <SettingRow title={title} text={text} textId={textId}>
      <label className="setting-switch">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox already exposes its checked state
          role="switch"
          aria-label={title}
          aria-describedby={textId}
          checked={isOn}
          disabled={isFixed}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
        <span aria-hidden="true">{words[isOn ? 0 : 1]}</span>
      </label>
    </SettingRow>
  )
}
