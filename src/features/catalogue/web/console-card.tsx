const meters = [
  { name: 'CPU', value: 34 },
  { name: 'Memory', value: 58 },
  { name: 'Disk', value: 22 },
] as const

const days = 45
const uptimeBars = `M2 0v24${'m7-24v24'.repeat(days - 1)}`

function UptimeStrip() {
  return (
    <svg
      className="landing-strip"
      viewBox={`0 0 ${days * 7 - 3} 24`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={uptimeBars} strokeWidth="4" />
      <path className="landing-strip-dip" d="M198 0v24" strokeWidth="4" />
    </svg>
  )
}

function Traffic() {
  return (
    <svg className="landing-traffic" viewBox="0 0 320 64" preserveAspectRatio="none" aria-hidden="true">
      <path className="landing-traffic-grid" d="M0 16h320M0 32h320M0 48h320" />
      <path
        className="landing-traffic-area"
        d="M0 50 20 46 40 48 60 38 80 41 100 30 120 34 140 24 160 28 180 20 200 26 220 14 240 22 260 18 280 10 300 16 320 8V64H0Z"
      />
      <path
        className="landing-traffic-line"
        d="M0 50 20 46 40 48 60 38 80 41 100 30 120 34 140 24 160 28 180 20 200 26 220 14 240 22 260 18 280 10 300 16 320 8"
      />
    </svg>
  )
}

/** A drawing of the console, in place of a picture. Its values are examples, and marked as such. */
export function ConsoleCard() {
  return (
    <figure className="landing-console">
      <div className="landing-console-head">
        <span className="landing-mono">shop.example</span>
        <span className="landing-running">Running</span>
      </div>
      <dl className="landing-facts">
        <div>
          <dt>Address</dt>
          <dd className="landing-mono">203.0.113.24</dd>
        </div>
        <div>
          <dt>Plan</dt>
          <dd>Business</dd>
        </div>
        <div>
          <dt>Last backup</dt>
          <dd>2 h ago, verified</dd>
        </div>
      </dl>
      <p className="landing-console-label">
        <span>Uptime, {days} days</span>
        <span className="landing-mono">99.98%</span>
      </p>
      <UptimeStrip />
      <p className="landing-console-label">
        <span>Visits today</span>
        <span className="landing-mono">12,480</span>
      </p>
      <Traffic />
      <dl className="landing-meters">
        {meters.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="landing-mono">{value}%</dd>
            <dd className="landing-meter" aria-hidden="true">
              <span style={{ width: `${value}%` }} />
            </dd>
          </div>
        ))}
      </dl>
      <figcaption>A website in the console, with example figures</figcaption>
    </figure>
  )
}
