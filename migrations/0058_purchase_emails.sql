-- Orders of one purchase that an email is about: their rooms add them one by one, and one email names them all.
ALTER TABLE `mail_outbox` ADD `parts` text;
