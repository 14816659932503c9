import { fastmail } from './fastmail.ts'
import { googleProof, googleWorkspace } from './google.ts'
import { microsoft365 } from './microsoft.ts'
import type { Preset, PresetValues } from './preset.ts'
import { protonMail } from './proton.ts'
import { githubPages, netlify, shopify, vercel } from './sites.ts'
import { zohoMail } from './zoho.ts'

/**
 * The providers with presets. The values are from their documentation and are not checked against the provider, so the screen
 * names the page to compare them with.
 */
export const presets: readonly Preset[] = [
  googleWorkspace,
  microsoft365,
  ...zohoMail,
  protonMail,
  fastmail,
  githubPages,
  netlify,
  vercel,
  shopify,
  googleProof,
]

export const findPreset = (id: string): Preset | undefined => presets.find((preset) => preset.id === id)

export type PresetFault = { field: string; fault: string }

/** The entered values, trimmed and without empty ones, or the fault of one of them. */
export function readPresetValues(
  preset: Preset,
  values: PresetValues,
): { values: PresetValues } | PresetFault {
  const read: PresetValues = {}
  for (const { key, pattern, isOptional, fault } of preset.fields) {
    const value = (values[key] ?? '').trim()
    if (value === '' && isOptional) continue
    if (!pattern.test(value)) return { field: key, fault }
    read[key] = value
  }
  return { values: read }
}
