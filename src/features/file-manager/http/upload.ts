import { assertShared } from '#db/rows/shared-service.ts'
import type { fileOutput } from '#features/files/contract/contract.ts'
import { isShownName, nameRule, readName, shownRule } from '#features/files/contract/names.ts'
import type { CustomerContext } from '#server/context.ts'
import { readMultipart } from '#server/http/bodies/multipart.ts'
import { invalid } from '#shared/errors.ts'
import type { Answer } from '#shared/schema.ts'
import { maxUploadFiles, uploadInput } from '../contract/contract.ts'
import { receiveFiles } from '../service/receive-files.ts'

/** The target folder. @throws INVALID, NOT_FOUND to a member for another service */
function readTarget(ctx: CustomerContext, fields: Record<string, string>) {
  const target = uploadInput.parse(fields)
  assertShared(ctx, target.serviceId)
  return target
}

/**
 * Handles `POST /api/files`: the bytes stream to disk, then all files are stored or none.
 * @throws refusals of the contract, the quota, the service's state and the disk; nothing is left then
 */
export function receiveUpload(
  ctx: CustomerContext,
  request: Request,
  query: Record<string, string>,
): Promise<Answer<typeof fileOutput>[]> {
  const fields: Record<string, string> = { ...query }
  return receiveFiles(ctx, async (take) => {
    await readMultipart(
      request,
      {
        field(name, value) {
          fields[name] = value
        },
        async file(given, bytes) {
          const name = readName(given)
          if (name === null) throw invalid('file', nameRule)
          if (!isShownName(name)) throw invalid('file', shownRule)
          const serviceId = fields.serviceId ? readTarget(ctx, fields).serviceId : undefined
          await take({ name, bytes, serviceId })
        },
      },
      { maxFiles: maxUploadFiles },
    )
    return readTarget(ctx, fields)
  })
}
