const tabs = ['Overview', 'Files', 'Domain', 'Email', 'Databases', 'Backups'] as const

const files = [
  ['images', '12 files'],
  ['index.html', '4.20 KB'],
  ['style.css', '2.81 KB'],
] as const

/** A miniature site: a header, a picture and lines of text. */
const Thumbnail = () => (
  <svg className="landing-thumbnail" viewBox="0 0 96 60" aria-hidden="true">
    <path className="landing-thumbnail-head" d="M0 0h96v12H0z" />
    <path className="landing-thumbnail-picture" d="M8 20h36v32H8z" />
    <path className="landing-thumbnail-text" d="M52 24h36M52 32h30M52 40h34" />
    <path className="landing-thumbnail-button" d="M52 46h18v6H52z" />
  </svg>
)

/** A drawing of a site's page, in place of a picture. Its values are examples, and marked as such. */
export function SiteCard() {
  return (
    <figure className="landing-console landing-site">
      <div className="landing-site-head">
        <Thumbnail />
        <p>
          <strong>shop.example</strong>
          <span className="landing-running">Live · backed up 2 h ago</span>
        </p>
      </div>
      <p className="landing-site-tabs">
        {tabs.map((name) => (
          <span key={name} data-chosen={name === 'Files' || undefined}>
            {name}
          </span>
        ))}
      </p>
      <dl className="landing-site-files landing-mono">
        {files.map(([name, size]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{size}</dd>
          </div>
        ))}
      </dl>
      <figcaption>One page for each site, with example data</figcaption>
    </figure>
  )
}
