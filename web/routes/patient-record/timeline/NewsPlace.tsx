import classes from './Timeline.module.css'

/** The place of the news in a record, while they load. */
export function NewsPlace() {
  return <div className={classes.news} />
}
