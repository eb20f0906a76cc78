-- The reason for the end of a visit of a patient who was admitted while waiting. Added on its own, because a new value
-- can't be used until its transaction has ended.
alter type cancel_reason add value 'ADMITTED';
