import { countText } from '#shared/text/count-text.ts'
import { DateTime } from '#web/ui/values/values.tsx'
import type { PublishPlan } from '../../contract/contract.ts'

const namedAtMost = 8

/** A list of names for a sentence, shortened. */
function listed(names: string[]): string {
  const more = names.length - namedAtMost
  return more > 0 ? `${names.slice(0, namedAtMost).join(', ')} and ${more} more` : names.join(', ')
}

/** The effect of a publish: replaced, added and unchanged files, and the last publish. */
export function PublishPlanView({ plan, unsaved }: { plan: PublishPlan; unsaved: string[] }) {
  const { replaced, added, unchanged, lastPublish } = plan
  const latest = replaced
    .map(({ changedAt }) => changedAt)
    .sort()
    .at(-1)
  return (
    <div className="publish-plan" role="status">
      <dl>
        {replaced.length > 0 && (
          <div>
            <dt>Replaces {countText(replaced.length, 'file')}</dt>
            <dd>
              {listed(replaced.map(({ name }) => name))}
              {latest && (
                <>
                  , last changed <DateTime at={latest} as="moment" />
                </>
              )}
            </dd>
          </div>
        )}
        {added.length > 0 && (
          <div>
            <dt>Adds {countText(added.length, 'file')}</dt>
            <dd>{listed(added)}</dd>
          </div>
        )}
        {unchanged.length > 0 && (
          <div>
            <dt>Leaves {countText(unchanged.length, 'file')} as is</dt>
            <dd>{listed(unchanged)}(already the same on the site)</dd>
          </div>
        )}
        <div>
          <dt>Last published there</dt>
          <dd>
            {lastPublish ? (
              <>
                {lastPublish.name}, <DateTime at={lastPublish.at} as="moment" />
              </>
            ) : (
              'Nothing yet'
            )}
          </dd>
        </div>
      </dl>
      {replaced.length > 0 && <p>Replaced files go to the trash. You can undo this for seven days.</p>}
      {unsaved.length > 0 && (
        <p className="publish-unsaved">Unsaved changes are not published: {listed(unsaved)}.</p>
      )}
    </div>
  )
}
