import type { ToldChange } from '../../../../contract/hospital/audit-words.ts'
import classes from './AuditLog.module.css'

/** Such a text scrolls in its place, by keyboard too. */
function isLong(before = '', after: string): boolean {
  return before.length + after.length > 300
}

/** The changed fields with the values before and after; or what the act recorded. */
export function Changes({ changes }: { changes: readonly ToldChange[] }) {
  return (
    <dl className={classes.changes}>
      {changes.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd {...(isLong(before, after) && { tabIndex: 0, role: 'group', 'aria-label': label })}>
            <Values before={before} after={after} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Characters of a change that is shown on the line of its entry. */
const fitsLine = 60
/** Fields that are named there, where more were changed. */
const mostNamed = 3

/** The one change where it is short, else which fields were changed. */
export function ChangesInShort({ changes }: { changes: readonly ToldChange[] }) {
  const [change] = changes
  if (!change) return null
  const { label, before, after } = change
  if (changes.length === 1 && label.length + (before ?? '').length + after.length <= fitsLine) {
    return (
      <span className={classes.inShort}>
        {label}: <Values before={before} after={after} />
      </span>
    )
  }
  const named = changes.slice(0, mostNamed).map((one) => one.label)
  const more = changes.length - named.length
  return (
    <span className={classes.inShort}>
      {named.join(', ')}
      {more > 0 && ` and ${more} more`}
    </span>
  )
}

function Values({ before, after }: { before: string | undefined; after: string }) {
  return (
    <>
      {before !== undefined && (
        <>
          <span className="sr-only">before: </span>
          <bdi className={classes.before}>{before}</bdi>
          <span aria-hidden="true"> → </span>
          <span className="sr-only">, after: </span>
        </>
      )}
      <bdi>{after}</bdi>
    </>
  )
}
