import { CloseButton } from '@mantine/core'
import { Link, useLocation, useRouteContext } from '@tanstack/react-router'
import { useMay } from '../sign-in/account.ts'
import { Mark } from '../ui/page/Mark.tsx'
import classes from './Shell.module.css'

/** The links to the screens that one's role may open. */
export function Navigation({ onChoose, onClose }: { onChoose?: () => void; onClose?: () => void }) {
  const mayOpen = useMay()
  const navigation = useRouteContext({ from: '__root__', select: (context) => context.navigation })
  const here = useLocation({ select: ({ pathname }) => pathname })
  return (
    <>
      <div className={classes.brand}>
        <Mark size={28} />
        <span>Lantern</span>
        {onClose && <CloseButton aria-label="Close the menu" onClick={onClose} />}
      </div>
      <nav aria-label="Screens">
        <ul className={classes.links}>
          {navigation
            .filter(({ permission, unless }) => mayOpen(permission) && !(unless && mayOpen(unless)))
            .map(({ to, label, icon: Icon, holds }) => (
              <li key={label}>
                <Link
                  to={to}
                  className={classes.link}
                  onClick={onChoose}
                  {...(holds && here.startsWith(holds) && { 'data-status': 'active', 'aria-current': true })}
                >
                  <Icon size={20} stroke={1.6} aria-hidden="true" />
                  {label}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
    </>
  )
}
