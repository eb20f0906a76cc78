import { useOutdated } from '../client/live/state.ts'
import classes from './Shell.module.css'

/** Says that Lantern was updated since this page was loaded. The user chooses when to reload. */
export function UpdateNotice() {
  const isOutdated = useOutdated()
  return (
    <span role="status" className={classes.live}>
      {isOutdated && (
        <span className={classes.lost}>
          Lantern was updated
          <button type="button" title="Your entries are kept" onClick={() => location.reload()}>
            Reload
          </button>
        </span>
      )}
    </span>
  )
}
