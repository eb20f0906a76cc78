-- Whoever works the queue is shown how many did not arrive on any earlier day, counted again whenever that may have changed.
create index appointment_scheduled on appointment (date, time, id) where status = 'SCHEDULED';
