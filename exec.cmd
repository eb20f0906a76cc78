@rem The scripts of package.json begin with `exec`, so that no shell stands between npm and Lantern: a shell keeps the
@rem signals that npm hands on for itself. Windows has no such word, and finds this file for it.
@%*
