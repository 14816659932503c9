import { join } from 'node:path'
import type { Env } from '#server/settings.ts'
import type { GatewaySettings } from '../gateway.ts'

/** Default TLS port of sites. */
export const usualTlsPort = 3_443

/** The gateway settings from the environment. */
export const gatewaySettings = (env: Env): GatewaySettings => ({
  host: env.HOST,
  port: env.SITES_PORT,
  tlsPort: env.SITES_TLS_PORT ?? usualTlsPort,
  mayLackTls: env.SITES_TLS_PORT === undefined,
  trustedProxies: env.TRUSTED_PROXIES,
  certificatesFolder: join(env.DATA_DIR, 'certificates'),
  hasTrials: env.TRY_SITES,
})
