import classes from './LoadingScreen.module.css'
import { Mark } from './Mark.tsx'

/** The screen before the session is known. index.html shows the same one until the script has loaded. */
export function LoadingScreen({ message = 'Loading Lantern…' }: { message?: string }) {
  return (
    <div className={classes.screen} role="status">
      <Mark size={56} />
      <p>{message}</p>
    </div>
  )
}
