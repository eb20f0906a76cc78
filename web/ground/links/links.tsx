import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import classes from './links.module.css'

/** Links of the UI kit that know the routes: `to`, `params` and `search` are checked. */

export type Own<Props> = Props &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Props> & { ref?: Ref<HTMLAnchorElement> }

export const AnchorLink = createLink((props: Own<AnchorProps>) => <Anchor {...props} />)

/** Stands above a page's title and leads to the list that the page belongs to. */
export const BackLink = createLink(({ children, ...props }: Own<AnchorProps>) => (
  <Anchor {...props} className={classes.back}>
    <IconArrowLeft size={14} aria-hidden="true" />
    {children}
  </Anchor>
))

export const ButtonLink = createLink((props: Own<ButtonProps>) => <Button component="a" {...props} />)
