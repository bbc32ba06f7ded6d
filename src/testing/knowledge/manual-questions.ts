/**
 * Questions about the two manuals of the test data, each with words of the passage that answers it. Written
 * from the publisher's text before any ranking.
 */
export const manualQuestions: readonly (readonly [question: string, answer: RegExp])[] = [
  // The Debian GNU/Linux FAQ
  ['Who founded the Debian project and when?', /created by Ian Murdock in 1993/],
  ['Where does the name Debian come from?', /contraction of the names of Debra and Ian/],
  [
    'Which distribution should I install on a server that is exposed to the Internet?',
    /especially one that has strong stability requirements/,
  ],
  ['Can I go back from unstable to stable?', /reverse direction is not/],
  [
    'How can I find out which Debian distribution my machine is running?',
    /third field .{1,3}unstable.{1,3} in the above example/,
  ],
  ['What does a volunteer security team do with fixes for the stable release?', /Security Team will backport/],
  ['Can Debian be installed from a USB stick?', /USB memory stick/],
  [
    'Why does a package not move from unstable to testing?',
    /only when there are no RC-bugs reported|unless they include release-critical/,
  ],
  [
    'How do I keep a package at its current version?',
    /three ways of holding back|hold - the user wants this package not to be processed/,
  ],
  [
    'What is the difference between removing and purging a package?',
    /remove - the user wants the package removed, but|purge - the user wants the package to be removed completely/,
  ],
  [
    'Which configuration files are preserved when a package is upgraded?',
    /package management system will not overwrite/,
  ],
  ['When is a postinst script executed?', /completes any required configuration of the package/],
  ['What does it mean that a package provides www-browser?', /virtual package.{0,5} called www-browser/],
  ['How is the file name of a .deb archive made up?', /conform to the following convention/],
  ['How do I download the source of a package with apt?', /apt-get source foo/],
  [
    'Which command searches for packages by a word in their description?',
    /packages whose description contain word|apt search word/,
  ],
  ['What is the difference between apt upgrade and full-upgrade?', /full-upgrade command is less conservative/],
  [
    'Which hardware architectures does Debian support?',
    /amd64: this covers systems|armel: little-endian|powerpc: this covers/,
  ],
  [
    'What has bookworm to do with testing and stable?',
    /bookworm is released as the new stable|next stable distribution will be called bookworm|Currently testing is called bookworm/,
  ],
  ['Who was Bo, and where do codenames of releases come from?', /Toy Story/],
  // The Filesystem Hierarchy Standard
  ['Where must PID files be placed?', /Process identifier \(PID\) files, which were originally placed in/],
  ['May there be binaries in /etc?', /No binaries may be located under \/etc/],
  [
    'Where do add-on software packages keep their configuration?',
    /Host-specific configuration files (for add-on application software packages )?must be installed (within the directory|in) \/etc\/opt/,
  ],
  ['Which directory is the mount point for CD-ROMs and floppy disks?', /mount points for removable media/],
  ['May an installation program use /mnt?', /must not be used by installation programs/],
  [
    'Are files in the directory for temporary files kept after a reboot?',
    /deleted whenever the system is booted|preserved between invocations/,
  ],
  ['Which command must /sbin contain?', /shutdown Command to bring the system down/],
  ['Where must the kernel of the operating system be located?', /kernel must be located in either/],
  ['Where do users keep their dot files?', /starts with the .\.. character \(a "dot file"\)/],
  ['Why should the root filesystem be small?', /minimum requirements for the root filesystem|less prone to corruption/],
  ['What belongs in /srv?', /site-specific data which is served by this/],
  ['Which directory holds kernel modules that can be loaded?', /modules Loadable kernel modules/],
  ['Where are printer spool or mail queue files stored?', /\/var\/spool contains data which is awaiting/],
  [
    'What is the difference between shareable and unshareable files?',
    /"?Shareable"? files are (defined as )?those|files are those that can be stored on one host/,
  ],
  ['Where do lock files go?', /Lock files should be stored within the \/var\/lock/],
  ['Where are manual pages stored?', /primary <mandir> of the system|\/usr\/share\/man/],
  [
    'Which directory must be safe from being overwritten when the system software is updated?',
    /safe from being overwritten when the system software is updated/,
  ],
  ['Where are log files kept?', /contains miscellaneous log files/],
  [
    'Where should the hostname or DNS resolver be configured?',
    /resolv\.conf Resolver configuration|host\.conf Resolver/,
  ],
  ['Where must header files for C programs be located?', /general-use include files for the C/],
]
