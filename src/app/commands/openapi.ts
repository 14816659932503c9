import { describeApi } from '#server/http/openapi/document.ts'
import { listRoutes } from '#server/http/rest.ts'
import { sessionCookieName } from '#server/sessions/session.ts'
import type { Env } from '#server/settings.ts'
import { version } from '#server/version.ts'
import { writtenRoutes } from '../http-routes.ts'
import { appRouter } from '../router.ts'

/** `openapi`: prints the document that the portal serves at `/api/openapi.json`. */
export async function openapi({ COMPANY_NAME, PUBLIC_ORIGIN = '/' }: Env): Promise<void> {
  const document = describeApi(
    { routes: listRoutes(appRouter), written: writtenRoutes },
    {
      title: COMPANY_NAME,
      version,
      server: PUBLIC_ORIGIN,
      cookie: sessionCookieName(PUBLIC_ORIGIN.startsWith('https:')),
    },
  )
  console.log(JSON.stringify(document, null, 2))
}
