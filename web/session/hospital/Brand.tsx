import { Mark } from '../../ui/page/Mark.tsx'
import classes from './Brand.module.css'

/** Above what asks who one is: the mark, and whose Lantern this is. */
export function Brand({ hospitalName }: { hospitalName: string | undefined }) {
  return (
    <div className={classes.brand}>
      <Mark size={36} />
      <span>
        <strong>Lantern</strong>
        {hospitalName && <span className={classes.hospital}>{hospitalName}</span>}
      </span>
    </div>
  )
}
