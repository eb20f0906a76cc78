-- What a period shows is read from no more rows than the period has.

-- Who lay in a bed between two moments, however long ago.
create index stay_by_time on stay using gist (tstzrange(started_at, ended_at));
create index admission_by_discharge on admission (discharged_at desc, id) where discharged_at is not null;
