/** Words that make a title one of something that only shows the goods. */

export const PLAY = `
  toy, nerf, lego, duplo, playmobil, barbie, sylvanian, figure, figurine, funko, warhammer, die cast, diecast, scale model, model kit, airfix, revell,
  book, books, novel, paperback, hardcover, comic, manga, sheet music, textbook,
  dvd, blu ray, bluray, vinyl, lp, cd, cassette, vhs, soundtrack, game, board game, ps1, ps2, ps3, ps4, ps5, playstation, xbox, nintendo, wii, gameboy, album,
  cosplay, costume, dress up, fancy dress, plush, plushie, soft toy, stuffed, puzzle, jigsaw,
  minecraft, fortnite, star wars, marvel, pokemon, zelda, disney, harry potter, paw patrol, my little pony, roblox, halloween, pretend play, play set, playset, water pistol, foam, inflatable`;

export const DECORATION = `
  poster, painting, canvas, artwork, wall art, framed, print, drawing, photo, sticker, cross stitch, embroidery, fabric, quilt, wallpaper, calendar,
  t shirt, tshirt, tee, hoodie, jumper, pyjamas, pjs, onesie, dress, socks, hat, beanie, earring, necklace, brooch, pendant, keyring,
  mug, cushion, pillow, doona, bedding, rug, lamp, night light, candle, fridge magnet, ornament, gnome, nutcracker, statue, garden art, cookie cutter, tea towel, curtain, wall decal`;
