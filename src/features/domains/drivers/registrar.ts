import type { Driver } from '#server/driver.ts'

export interface Registrar extends Driver {
  /**
   * Registers the name until the instant returned. The caller has checked that it is free here; repeating the call with the
   * same name and moment changes nothing.
   */
  register(order: { domainName: string; now: Date }): Promise<{ expiresAt: Date }>
}
