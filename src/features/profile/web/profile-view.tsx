import type { Viewer } from '#web/viewer.ts'
import { profileFields } from './profile-fields.ts'

/** The six fields, read-only; their form loads on demand. */
export function ProfileView({ viewer }: { viewer: Viewer }) {
  return (
    <div className="profile-form">
      <div className="profile-fields">
        {profileFields.map(([name, label, , type]) => (
          <div className="field" key={name}>
            <label htmlFor={`profile-${name}`}>{label}</label>
            <input
              id={`profile-${name}`}
              className="control"
              data-wide=""
              type={type}
              readOnly
              placeholder="Not set"
              value={viewer[name] ?? ''}
            />
          </div>
        ))}
        <div className="field">
          <label htmlFor="profile-address">Address</label>
          <textarea
            id="profile-address"
            className="control"
            data-wide=""
            rows={viewer.address?.split('\n').length ?? 1}
            readOnly
            placeholder="Not set"
            value={viewer.address ?? ''}
          />
        </div>
      </div>
    </div>
  )
}
