import type { Driver } from '#server/driver.ts'

/** Where names are registered. */
export interface Registrar extends Driver {
  /**
   * The name is registered until the instant answered. The caller has made sure that nobody has it here; asking again for the
   * same name and moment changes nothing.
   */
  register(order: { domainName: string; now: Date }): Promise<{ expiresAt: Date }>
}
