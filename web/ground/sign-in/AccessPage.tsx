import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Mark } from '../ui/page/Mark.tsx'
import classes from './AccessPage.module.css'

/** The frame of the screens on the way in: the lamp, one panel, and the hospital's name. */
export function AccessPage({
  title,
  intro,
  hospitalName,
  wide,
  children,
  foot,
}: {
  title: string
  intro?: ReactNode
  hospitalName?: string
  wide?: boolean
  children?: ReactNode
  foot?: ReactNode
}) {
  return (
    <div className={classes.page}>
      <div className={classes.scene} />
      <main tabIndex={-1} className={classes.panel} data-wide={wide || undefined}>
        <Brand hospitalName={hospitalName} />
        <Title order={1}>{title}</Title>
        {intro && <p className={classes.intro}>{intro}</p>}
        {children && <div className={classes.body}>{children}</div>}
        {foot && <div className={classes.foot}>{foot}</div>}
      </main>
    </div>
  )
}

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
