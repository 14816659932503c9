/** The browser side in the compiled program, by address; the build puts it here, from source there is none. */
export const embeddedFiles: ReadonlyMap<string, string> | null = null

/** The web server of a service as one script, in the compiled program; from source there is none. */
export const embeddedSiteServer: string | null = null

/** What decodes photos as one script, in the compiled program; from source there is none. */
export const embeddedPhotoProgram: string | null = null

/** The gateway to customers' sites as one script, in the compiled program; from source there is none. */
export const embeddedGateway: string | null = null
