-- What Knowzee may tell buyers, apart from the private notes.
ALTER TABLE `item_knowledge` ADD `public_notes` text DEFAULT '' NOT NULL;
