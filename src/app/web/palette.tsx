import { authPalette } from '#features/auth/web/palette.ts'
import { backupsPalette } from '#features/backups/web/palette.ts'
import { billingPalette } from '#features/billing/web/palette.ts'
import { cloudPalette } from '#features/cloud/web/palette.ts'
import { databasesPalette } from '#features/databases/web/palette.ts'
import { domainsPalette } from '#features/domains/web/palette.ts'
import { filesPalette } from '#features/file-manager/web/palette.ts'
import { keysPalette } from '#features/keys/web/palette.ts'
import { mailboxesPalette } from '#features/mailboxes/web/palette.ts'
import { notificationsPalette } from '#features/notifications/web/palette.ts'
import { paymentsPalette } from '#features/payments/web/palette.ts'
import { projectsPalette } from '#features/projects/web/palette.ts'
import { renewalsPalette } from '#features/renewals/web/palette.ts'
import { servicesPalette } from '#features/services/web/palette/palette.ts'
import { statusPalette } from '#features/status/web/palette.ts'
import { supportPalette } from '#features/support/web/palette.ts'
import { webhooksPalette } from '#features/webhooks/web/palette.ts'
import type { PalettePart, PaletteProps } from '#web/feature.ts'
import { Palette } from '#web/shell/palette/palette.tsx'

/** The features' palette entries, loaded together with the palette. */
export const paletteParts: readonly PalettePart[] = [
  authPalette,
  backupsPalette,
  billingPalette,
  cloudPalette,
  databasesPalette,
  domainsPalette,
  mailboxesPalette,
  filesPalette,
  keysPalette,
  notificationsPalette,
  paymentsPalette,
  projectsPalette,
  renewalsPalette,
  servicesPalette,
  statusPalette,
  supportPalette,
  webhooksPalette,
]

/** The palette of the application. */
export const ApplicationPalette = (props: PaletteProps) => <Palette {...props} parts={paletteParts} />
